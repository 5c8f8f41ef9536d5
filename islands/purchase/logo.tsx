/** The sign of a company, beside its name. */
export const Logo = ({ src }: { src: string }) => <img src={src} alt="" width="48" height="48" />
