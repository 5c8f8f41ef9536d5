/** Which order a form is about, when it is posted without script. */
export const OrderKeys = ({ reference, second }: { reference: string; second: string | null }) => (
  <>
    <input type="hidden" name="reference" defaultValue={reference} />
    {second && <input type="hidden" name="order" defaultValue={second} />}
  </>
)
