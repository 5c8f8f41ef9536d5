import { type Kysely, sql } from 'kysely'

/** Browsers that receive notifications, and the notifications that wait to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table push_subscriptions (
      id uuid primary key default gen_random_uuid(),
      endpoint text not null,
      endpoint_hash bytea not null unique,
      p256dh text not null,
      auth text not null,
      user_id uuid references users (id) on delete cascade,
      session_id uuid references session_tokens (id) on delete cascade,
      session_hash bytea,
      created_at timestamptz not null default app_now(),
      check (session_id is not null or session_hash is not null)
    )`.execute(db)
  await sql`create index push_subscriptions_user_id_idx on push_subscriptions (user_id)`.execute(db)
  await sql`create index push_subscriptions_session_id_idx on push_subscriptions (session_id)`.execute(db)
  await sql`create index push_subscriptions_session_hash_idx on push_subscriptions (session_hash)`.execute(db)
  await sql`create table push_messages (
      id uuid primary key default gen_random_uuid(),
      dedupe_key text not null unique,
      subscription_id uuid not null references push_subscriptions (id) on delete cascade,
      title text not null,
      body text not null,
      path text not null,
      attempt_count int not null default 0,
      due_at timestamptz not null default app_now(),
      traceparent text,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index push_messages_due_at_idx on push_messages (due_at)`.execute(db)
  await sql`create index push_messages_subscription_id_idx on push_messages (subscription_id)`.execute(db)
  await sql`create table push_service_alerts (
      subscription_id uuid not null references push_subscriptions (id) on delete cascade,
      service text not null,
      primary key (subscription_id, service)
    )`.execute(db)
}
