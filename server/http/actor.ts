/** The signed-in person behind a call. */
export interface Actor {
  readonly userId: string
  readonly role: 'user' | 'manager'
}
