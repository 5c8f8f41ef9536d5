import { toast } from '../lib/index.ts'
import { Later, type LaterProps } from '../lib/later.tsx'
import { Overlay } from '../ui/index.ts'
import { lostText } from './ask-account.ts'

/** A dialog that is fetched when it is asked for; one that cannot be had is told, and may be asked for again. */
export const LaterDialog = <P extends { onClose: () => void }>({
  load,
  props,
}: Pick<LaterProps<P>, 'load' | 'props'>) => (
  <Later
    load={load}
    props={props}
    meanwhile={
      <div className="late">
        <Overlay text="Opening, please wait..." />
      </div>
    }
    onMissing={() => {
      toast.error(lostText())
      props.onClose()
    }}
  />
)
