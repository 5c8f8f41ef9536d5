/** A biller's logo, next to its name. */
export const Logo = ({ src }: { src: string }) => <img src={src} alt="" width="48" height="48" />
