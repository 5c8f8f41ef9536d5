/**
 * A part of the script that is fetched when it is needed. What a browser could not get once it never asks for again,
 * until the page is left; so the next try asks for the same file by an address of its own.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    // Browsers name the file in their sentence; one that does not stays with what it said.
    const file = /https?:\S+\.js/.exec(String(error))?.[0]
    if (!file) throw error
    return import(/* @vite-ignore */ `${file}?again=${Date.now()}`)
  }
}
