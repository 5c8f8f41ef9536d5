/** Grey lines in place of data that is being loaded; screen readers read the label. */
export const Skeleton = ({ label }: { label: string }) => (
  <div className="skeleton" role="status">
    <span className="sr-only">{label}</span>
    <span className="skeleton-line" />
    <span className="skeleton-line" />
    <span className="skeleton-line" />
    <span className="skeleton-line" />
    <span className="skeleton-line" />
  </div>
)
