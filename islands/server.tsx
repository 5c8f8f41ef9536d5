import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import Chooser from './chooser/chooser.tsx'
import type { IslandName, IslandProps } from './pages.ts'
import PowerDetails from './power/details.tsx'
import PowerForm from './power/form.tsx'
import PrintReceipt from './power/print-receipt.tsx'
import PowerSuccess from './power/success.tsx'
import Process from './purchase/process.tsx'
import { Boundary } from './ui/boundary.tsx'

type Islands = { [Name in keyof IslandProps]: ComponentType<IslandProps[Name]> }

/** The same islands as the registry's, all in the server's one bundle. */
const islands: Islands = {
  chooser: Chooser,
  'power-form': PowerForm,
  'power-details': PowerDetails,
  process: Process,
  'power-success': PowerSuccess,
  'print-receipt': PrintReceipt,
}

/** The HTML of an island, as the browser will take it over. Throws for a name that nobody registered. */
export function render<Name extends IslandName>(name: Name, props: IslandProps[Name]): string {
  const Island = islands[name] as ComponentType<object> | undefined
  if (!Island) throw new Error(`There is no island called ${name}.`)
  return renderToString(
    <Boundary>
      <Island {...props} />
    </Boundary>,
  )
}
