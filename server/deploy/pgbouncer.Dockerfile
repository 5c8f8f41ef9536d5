# PgBouncer as Debian packages it, with the user list written from POSTGRES_PASSWORD at start.
FROM debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
USER postgres
EXPOSE 6432
STOPSIGNAL SIGINT
CMD ["sh", "-c", "umask 077 && printf '\"sanwo\" \"%s\"\\n' \"$POSTGRES_PASSWORD\" > /tmp/users.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
