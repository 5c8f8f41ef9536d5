import { useId, useState } from 'react'
import { getUserChoices, type PickedUser } from '../../shared/management/users.ts'
import { useQuery } from '../account/use-query.ts'
import { randomCode } from '../lib/index.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button, commonTexts, Dialog, FieldError } from '../ui/index.ts'
import { managementTexts } from './texts.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

/** Debounce: every search is audited, so one request per word instead of one per letter. */
const debounceMs = 300

export type ChosenUser = Pick<PickedUser, 'id' | 'name'>

interface UserPickerProps {
  user: ChosenUser | null
  error?: string | null | undefined
  onChoose: (user: ChosenUser) => void
}

/**
 * Opens the user selection modal. The id becomes random after hydration so that two pickers do not clash; the first
 * render must equal the server's HTML. Source: E-098
 */
export function UserPicker({ user, error, onChoose }: UserPickerProps) {
  const serverId = useId()
  const [randomId] = useState(() => randomCode(10))
  const id = useHydrated() ? randomId : serverId
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="field">
      <span className="field-label" id={`${id}-label`}>
        {managementTexts.user()}
      </span>
      <Button
        kind="plain"
        id={id}
        className="btn-wide"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setIsOpen(true)}
      >
        {user?.name ?? managementTexts.selectUser()}
      </Button>
      <FieldError id={id}>{error}</FieldError>
      {isOpen && (
        <UserDialog
          onClose={() => setIsOpen(false)}
          onChoose={(user) => {
            setIsOpen(false)
            onChoose(user)
          }}
        />
      )}
    </div>
  )
}

interface UserDialogProps {
  onClose: () => void
  onChoose: (user: ChosenUser) => void
}

function UserDialog({ onClose, onChoose }: UserDialogProps) {
  const [searchInput, setSearchInput] = useState('')
  const search = useDebouncedValue(searchInput.trim(), debounceMs)
  const { data, isLoading } = useQuery(getUserChoices, { query: search ? { search } : {} })
  const users = data ?? []
  return (
    <Dialog title={managementTexts.selectUser()} onClose={onClose} className="picker-dialog">
      <input
        type="search"
        className="field-input"
        aria-label={managementTexts.searchUsers()}
        placeholder={managementTexts.searchUsersPlaceholder()}
        autoComplete="off"
        value={searchInput}
        onChange={(event) => setSearchInput(event.target.value)}
      />
      <p role="status" className="empty">
        {isLoading ? managementTexts.searchingUsers() : users.length === 0 ? commonTexts.noMatch() : ''}
      </p>
      <ul className="picker-list">
        {users.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              className="picker-item"
              onClick={() => onChoose({ id: user.id, name: user.name })}
            >
              <Picture user={user} />
              <span className="picker-text">
                {user.name}
                {user.email && <small>{user.email}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The user's picture, or initials without one. Source: E-059 */
function Picture({ user }: { user: PickedUser }) {
  if (user.picture) return <img src={user.picture} alt="" width="36" height="36" loading="lazy" />
  const initials = user.name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
  return (
    <span className="initials" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  )
}
