import { sql } from 'kysely'
import { type Language, languageOf } from '../../shared/languages.ts'
import type { Database } from '../database/index.ts'

/**
 * The language of a phone (E.164): its choice in the USSD menu, otherwise that of the user who proved that it is theirs.
 */
export async function languageOfPhone(db: Database, phone: string): Promise<Language> {
  const { rows } = await sql<{ language: string | null }>`
    select coalesce(
      (select language from phone_languages where phone = ${phone}),
      (select users.language from verified_phones
        join users on users.id = verified_phones.user_id and users.phone = verified_phones.phone
        where verified_phones.phone = ${phone})) as language`.execute(db.q)
  return languageOf(rows[0]?.language)
}

/** Keeps the choice of a phone. */
export async function choosePhoneLanguage(db: Database, phone: string, language: Language): Promise<void> {
  await db.q
    .insertInto('phone_languages')
    .values({ phone, language })
    .onConflict((row) => row.column('phone').doUpdateSet({ language, chosen_at: sql<Date>`app_now()` }))
    .execute()
}
