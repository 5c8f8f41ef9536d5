/**
 * Imports a module on demand. Browsers never retry a failed module import until the page is left, so a retry imports
 * the same file under another URL.
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    // The browser's error message contains the file URL; without one the error is rethrown.
    const file = /https?:\S+\.js/.exec(String(error))?.[0]
    if (!file) throw error
    return import(/* @vite-ignore */ `${file}?again=${Date.now()}`)
  }
}
