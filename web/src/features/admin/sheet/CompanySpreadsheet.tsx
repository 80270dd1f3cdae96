import { type CompanyProfile, setGsapi } from '@app/contracts/http/company.ts'
import { testSheet } from '@app/contracts/http/sheets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { companyQuery } from '../board/queries.ts'
import styles from './CompanySpreadsheet.module.css'
import { SheetFindings } from './SheetFindings.tsx'

const SheetSetUp = lazyPart<{ companyProfileId: string }>(() => import('./SheetSetUp.tsx'), { waiting: <Skeleton shape="block" /> })

/** Time in ms from a successful save until the button shows its normal label again. */
const IDLE_MS = 900

const tidy = ({ gsapi }: { gsapi: string }) => ({ gsapi: gsapi.trim() })

export function CompanySpreadsheet({ company: { _id, gsapi } }: { company: CompanyProfile }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const [isSettingUp, setSettingUp] = useState(false)

  const form = useForm({
    initial: { gsapi },
    tidy,
    async send(entered) {
      const { companyProfile } = await adminCall(setGsapi, { params: { id: _id }, body: entered })
      queryClient.setQueryData(companyQuery(_id).queryKey, (known) => known && { ...known, company: companyProfile })
      toast.success('URL saved')
    },
    onSent: (_answer, entered) => form.rebase(entered, entered),
    onFailure(error, isSaid) {
      if (!isSaid && !isStatus(error, 401)) toast.failed(messageOf(error, 'We couldn’t save the URL'))
    },
    idleAfter: IDLE_MS,
  })
  const { values } = form

  // Another admin may save a new URL. If the form has no unsaved changes, the form then shows the new URL.
  const follow = useEffectEvent(() => !form.isUnsent() && form.rebase({ gsapi }, { gsapi }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the saved URL changes
  useEffect(() => void follow(), [gsapi])

  const test = useMutation({
    mutationFn: (entered: typeof values) => adminCall(testSheet, { params: { id: _id }, body: tidy(entered) }),
    onError: (error) => {
      if (!isStatus(error, 401)) toast.failed(messageOf(error, 'We couldn’t test the connection'))
    },
  })
  const findings = test.variables?.gsapi === values.gsapi ? test.data : undefined

  return (
    <section className={styles.spreadsheet} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId}>Spreadsheet</h3>
        <Button tone="quiet" size="small" aria-expanded={isSettingUp} onClick={() => setSettingUp(!isSettingUp)}>
          {isSettingUp ? 'Hide setup steps' : 'How to set it up'}
        </Button>
      </div>
      {isSettingUp && <SheetSetUp companyProfileId={_id} />}
      <KeptForm className={styles.form} form={form}>
        <Field
          label="Web app URL"
          hint="The owner sees Customer Engagement in the sidebar once this URL is saved."
          placeholder="https://script.google.com/macros/s/…/exec"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          {...form.text('gsapi')}
        />
        <div className={styles.actions}>
          <Button type="submit" state={form.state} busyLabel="Saving..." doneLabel="Saved">
            Save URL
          </Button>
          <Button
            tone="quiet"
            state={test.isPending ? 'busy' : 'idle'}
            busyLabel="Testing…"
            disabled={values.gsapi.trim() === ''}
            onClick={() => test.mutate(values)}
          >
            Test the connection
          </Button>
        </div>
      </KeptForm>
      <div role="status">{findings && <SheetFindings findings={findings} />}</div>
    </section>
  )
}
