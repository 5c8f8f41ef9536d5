import { Button, commonTexts } from '../ui/index.ts'

/** Button that loads the next page of a list. */
export const LoadMore = ({
  next,
  isLoading,
  loadMore,
}: {
  next: string | null
  isLoading: boolean
  loadMore: () => void
}) =>
  next === null ? null : (
    <Button kind="plain" className="btn-wide" busy={isLoading} onClick={loadMore}>
      {commonTexts.showMore()}
    </Button>
  )
