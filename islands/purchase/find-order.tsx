import { findOrderFields } from '../../shared/find-order.ts'
import { orderTexts } from '../../shared/order-texts.ts'
import { findOrderPath } from '../../shared/pages.ts'
import { PostedField } from '../ui/index.ts'
import { purchaseTexts } from './texts.ts'

const native = {
  reference: { autoComplete: 'off', autoCapitalize: 'characters', maxLength: 20 },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 20 },
  last_four: { inputMode: 'numeric', autoComplete: 'off', maxLength: 4 },
} as const

/** Shown when the browser has no access to an order: a plain form, processed by the shell, that opens it. */
export const FindOrder = ({ reference, csrf }: { reference: string; csrf: string }) => (
  <>
    <p>{orderTexts.notFound()}</p>
    <form className="form find-order" method="post" action={findOrderPath}>
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      {findOrderFields.map(({ name, label, hint }) => (
        <PostedField
          key={name}
          id={`find-order-${name}`}
          name={name}
          label={label()}
          hint={hint()}
          defaultValue={name === 'reference' ? reference : ''}
          required
          {...native[name]}
        />
      ))}
      <button type="submit" className="btn btn-primary btn-wide">
        {purchaseTexts.openOrder()}
      </button>
    </form>
  </>
)
