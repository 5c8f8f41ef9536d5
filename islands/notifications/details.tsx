import type { Notification, NotificationData } from '../../shared/notifications.ts'
import { formatMoney, groupDigits, showPhone } from '../lib/index.ts'
import { Moment } from '../purchase/moment.tsx'
import { notAvailable } from '../purchase/words.ts'
import { Button, CopyButton, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import type { Notifications } from './use-notifications.ts'

interface NotificationDialogProps {
  it: Notification
  actions: Pick<Notifications, 'markRead' | 'remove'>
  onClose: () => void
}

/** One notification with what it is about. Opening it marks nothing: only the button does. Source: decision E-099 */
export function NotificationDialog({ it, actions, onClose }: NotificationDialogProps) {
  const { subject, description, link } = it.data
  const rows = rowsOf(it.data)
  return (
    <Dialog title={subject} onClose={onClose}>
      <p className="whitespace-pre-line">{description}</p>
      <p className="field-hint">
        <Moment at={it.created_at} />
      </p>
      {rows.length > 0 && <DetailsList items={rows} />}
      {it.data.service === 'power' && it.data.details.data.token && (
        <CopyButton text={it.data.details.data.token} />
      )}
      <div className="row">
        {link && (
          <a className="btn btn-primary" href={link}>
            Open
          </a>
        )}
        {!it.read_at && (
          <Button kind="plain" onClick={() => void actions.markRead(it.id)}>
            Mark as Read
          </Button>
        )}
        <Button
          kind="plain"
          onClick={async () => {
            if (await actions.remove(it.id)) onClose()
          }}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  )
}

/** Source: specification 2, section 3 */
function rowsOf(it: NotificationData): Detail[] {
  switch (it.service) {
    case 'power': {
      const { token, units, amount, meter_number, disco } = it.details.data
      return [
        ...(token ? [{ label: 'Token', value: groupDigits(token), wide: true, strong: true }] : []),
        { label: 'Units', value: units ? `${units} kWh` : notAvailable },
        { label: 'Amount', value: formatMoney(amount) },
        { label: 'Meter number', value: meter_number },
        { label: 'Company', value: disco.description, wide: true },
      ]
    }
    case 'cable': {
      const { service_bundle, amount, smartcard_number, tv_network } = it.details.data
      return [
        { label: 'Network', value: tv_network },
        { label: 'Bouquet', value: service_bundle },
        { label: 'Smartcard number', value: smartcard_number },
        { label: 'Amount', value: formatMoney(amount) },
      ]
    }
    case 'airtime': {
      const { amount, phone_number, vtu_network } = it.details.data
      return [
        { label: 'Network', value: vtu_network },
        { label: 'Phone', value: showPhone(phone_number) },
        { label: 'Amount', value: formatMoney(amount) },
      ]
    }
    case 'data': {
      const { vtu_data_bundle, amount, device_id, vtu_network } = it.details.data
      return [
        { label: 'Network', value: vtu_network },
        { label: 'Plan', value: vtu_data_bundle },
        { label: 'Device ID', value: showPhone(device_id) },
        { label: 'Amount', value: formatMoney(amount) },
      ]
    }
    case 'other': {
      const { amount } = it.details.data
      return amount === null ? [] : [{ label: 'Amount', value: formatMoney(amount) }]
    }
  }
}
