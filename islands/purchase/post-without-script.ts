import { noResponseText, offlineText, RequestError } from '../lib/index.ts'

/**
 * Posts a form as without JavaScript, because a script that it needs cannot be loaded: the server validates it and
 * responds with the next page. Never resolves, because the page is left.
 * @throws RequestError when the server does not respond either; the form keeps its values
 */
export async function postWithoutScript(form: HTMLFormElement): Promise<never> {
  if (navigator.onLine === false) throw new RequestError(offlineText())
  const isReachable = await fetch(form.action, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isReachable) throw new RequestError(noResponseText())
  form.submit()
  return new Promise(() => undefined)
}
