import { NextIcon } from '../ui/index.ts'
import { managementTexts } from './texts.ts'
import { rowOpenerAttribute } from './use-row-keys.ts'

/** Button at the end of a row that opens its side panel. */
export const RowOpener = ({ label, onOpen }: { label: string; onOpen: () => void }) => (
  <button
    type="button"
    className="icon-btn"
    aria-label={label}
    aria-haspopup="dialog"
    {...{ [rowOpenerAttribute]: '' }}
    onClick={onOpen}
  >
    <NextIcon />
  </button>
)

/** Below a table with row keys, where a keyboard is likely. */
export const RowKeysHint = () => <p className="field-hint row-keys-hint">{managementTexts.rowKeys()}</p>
