/** Covers the screen (or the dialog it stands in) while work is under way, and says what is being done. */
export const Overlay = ({ text }: { text: string }) => (
  <div className="overlay">
    <div className="overlay-card" role="status">
      <span className="spinner" aria-hidden="true" />
      {text}
    </div>
  </div>
)
