import { Button } from '../ui/index.ts'

/** Asks for the next part of a long list. */
export const More = ({
  next,
  isAsking,
  more,
}: {
  next: string | null
  isAsking: boolean
  more: () => void
}) =>
  next === null ? null : (
    <Button kind="plain" className="btn-wide" busy={isAsking} onClick={more}>
      Show more
    </Button>
  )
