import type { Notification, NotificationData } from '../../shared/notifications.ts'
import { keepNumbersTogether } from '../lib/format.ts'
import { displayPhone, formatMoney, groupDigits } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, CopyButton, commonTexts, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import { notificationsTexts } from './texts.ts'
import type { Notifications } from './use-notifications.ts'

interface NotificationDialogProps {
  notification: Notification
  actions: Pick<Notifications, 'markRead' | 'remove'>
  onClose: () => void
}

/** Details of one notification. Opening it does not mark it as read; only the button does. Source: ruling E-099 */
export function NotificationDialog({ notification, actions, onClose }: NotificationDialogProps) {
  const { subject, description, link, reference } = notification.data
  const rows = rowsOf(notification.data)
  return (
    <Dialog title={subject} onClose={onClose}>
      <p className="preserve-lines">{keepNumbersTogether(description)}</p>
      <p className="field-hint">
        <DateTime value={notification.created_at} />
      </p>
      {rows.length > 0 && <DetailsList items={rows} />}
      {notification.data.service === 'power' && notification.data.details.data.token && (
        <CopyButton text={notification.data.details.data.token} />
      )}
      <div className="row">
        {link && (
          <a className="btn btn-primary" href={link}>
            {reference ? notificationsTexts.openOrder() : notificationsTexts.open()}
          </a>
        )}
        {!notification.read_at && (
          <Button kind="plain" onClick={() => void actions.markRead(notification.id)}>
            {notificationsTexts.markRead()}
          </Button>
        )}
        <Button
          kind="plain"
          onClick={async () => {
            if (await actions.remove(notification.id)) onClose()
          }}
        >
          {commonTexts.delete()}
        </Button>
      </div>
    </Dialog>
  )
}

/** The details of a notification, by service. Source: specification 2, section 3 */
function rowsOf(data: NotificationData): Detail[] {
  switch (data.service) {
    case 'power': {
      const { token, units, amount, meter_number, disco } = data.details.data
      return [
        ...(token
          ? [{ label: notificationsTexts.token(), value: groupDigits(token), wide: true, strong: true }]
          : []),
        {
          label: notificationsTexts.units(),
          value: units ? notificationsTexts.unitsValue({ units }) : commonTexts.notAvailable(),
        },
        { label: commonTexts.amount(), value: formatMoney(amount) },
        { label: commonTexts.meterNumber(), value: meter_number },
        { label: commonTexts.company(), value: disco.description, wide: true },
      ]
    }
    case 'cable': {
      const { service_bundle, amount, smartcard_number, tv_network } = data.details.data
      return [
        { label: commonTexts.network(), value: tv_network },
        { label: commonTexts.bouquet(), value: service_bundle },
        { label: commonTexts.smartcardNumber(), value: smartcard_number },
        { label: commonTexts.amount(), value: formatMoney(amount) },
      ]
    }
    case 'airtime': {
      const { amount, phone_number, vtu_network } = data.details.data
      return [
        { label: commonTexts.network(), value: vtu_network },
        { label: commonTexts.phone(), value: displayPhone(phone_number) },
        { label: commonTexts.amount(), value: formatMoney(amount) },
      ]
    }
    case 'data': {
      const { vtu_data_bundle, amount, device_id, vtu_network } = data.details.data
      return [
        { label: commonTexts.network(), value: vtu_network },
        { label: commonTexts.plan(), value: vtu_data_bundle },
        { label: commonTexts.deviceId(), value: displayPhone(device_id) },
        { label: commonTexts.amount(), value: formatMoney(amount) },
      ]
    }
    case 'other': {
      const { amount } = data.details.data
      return amount === null ? [] : [{ label: commonTexts.amount(), value: formatMoney(amount) }]
    }
    default:
      // Unknown kind: subject and description are sufficient.
      return []
  }
}
