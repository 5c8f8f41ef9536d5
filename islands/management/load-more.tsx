import { Button, commonTexts } from '../ui/index.ts'

/** Button that loads the next page of a list. */
export const LoadMore = ({
  nextCursor,
  isLoading,
  loadMore,
}: {
  nextCursor: string | null
  isLoading: boolean
  loadMore: () => void
}) =>
  nextCursor === null ? null : (
    <Button kind="plain" className="btn-wide" busy={isLoading} onClick={loadMore}>
      {commonTexts.showMore()}
    </Button>
  )
