import { Button, commonTexts } from '../ui/index.ts'

export interface LoadMoreProps {
  query: { hasMore: boolean; isLoading: boolean; loadMore: () => void }
}

/** Button that adds the next rows of a list. */
export const LoadMore = ({ query: { hasMore, isLoading, loadMore } }: LoadMoreProps) =>
  hasMore && (
    <Button kind="plain" className="btn-wide" busy={isLoading} onClick={loadMore}>
      {commonTexts.showMore()}
    </Button>
  )
