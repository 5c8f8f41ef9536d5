/** Why the visitor was led to this page, in one sentence. */
export const PageNote = ({ text }: { text: string | null }) => (text ? <p className="note">{text}</p> : null)
