import { recordSources } from '../languages/index.ts'

/**
 * `npm run translated [-- id …]`: records which English text each translation was made from. Translations whose English
 * text has changed and which were not changed are listed; name an id to confirm that its translations are still right.
 */
const outdated = await recordSources(process.argv.slice(2))
for (const { language, id } of outdated) process.stdout.write(`${language} ${id}: the English text changed\n`)
if (outdated.length > 0) process.exitCode = 1
