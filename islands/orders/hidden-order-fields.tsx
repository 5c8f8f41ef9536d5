/** Hidden fields that identify the order in a form posted without JavaScript. */
export const HiddenOrderFields = ({
  reference,
  accessToken,
}: {
  reference: string
  accessToken: string | null
}) => (
  <>
    <input type="hidden" name="reference" defaultValue={reference} />
    {accessToken && <input type="hidden" name="order" defaultValue={accessToken} />}
  </>
)
