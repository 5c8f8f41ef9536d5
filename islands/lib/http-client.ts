/** The HTTP client, in a chunk of its own: a file that failed to load can then be imported again. */
export { default as httpClient } from 'axios'
