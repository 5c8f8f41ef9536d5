import { exportAccountData } from '../../shared/account-data.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button, ErrorSummary, PasswordField } from '../ui/index.ts'
import { SettingsSection } from './section.tsx'
import { settingsTexts } from './texts.ts'

const fieldNames = ['password'] as const
const fileName = 'my-data.json'

/** Downloads the data stored about the user as a JSON file, after the password. */
export function AccountDataForm() {
  const form = useAccountForm({
    formName: 'account-data',
    fieldNames,
    initialValues: {},
    required: () => fieldNames,
    validate: (values) => fieldErrorsOf(exportAccountData.body, values),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(exportAccountData, { body: values, quiet: true })
      if (!envelope?.data) return 'signed-out'
      saveFile(new Blob([JSON.stringify(envelope.data, null, 2)], { type: 'application/json' }), fileName)
      toast.success(settingsTexts.dataDownloaded())
      return 'done'
    },
  })
  return (
    <SettingsSection id="account-data" title={settingsTexts.dataTitle()}>
      <p>{settingsTexts.dataContents()}</p>
      <p className="field-hint">{settingsTexts.dataRetention()}</p>
      <form
        className="form script-only"
        name="account-data"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={form.submit}
      >
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
        <PasswordField
          {...form.field('password')}
          isHydrated={form.isHydrated}
          label={settingsTexts.dataPassword()}
          autoComplete="current-password"
        />
        <Button type="submit" kind="plain" busy={form.isBusy}>
          {settingsTexts.downloadData()}
        </Button>
      </form>
    </SettingsSection>
  )
}
