/** Why the user was redirected to this page, in one sentence. */
export const PageNote = ({ text }: { text: string | null }) => (text ? <p className="note">{text}</p> : null)
