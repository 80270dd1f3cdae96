import { formatNumber } from '@app/contracts/format/numbers.ts'
import { OWN_LIMIT_MAX, setPlan } from '@app/contracts/http/quotas.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { type PlanName, planNames, planTitles, type Quota, quotaKinds, quotaLimits } from '@app/contracts/rules/quotas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field, Select } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import styles from './CompanyPlan.module.css'
import { quotaKey, quotaTitles } from './quota.ts'

/** Time in ms from a successful save until the button shows its normal label again. */
const IDLE_MS = 900

const noOwnLimits = recordOf(quotaKinds, () => null)

const valuesOf = ({ plan, ownLimits }: Quota) => ({
  plan: plan as string,
  ...recordOf(quotaKinds, (kind) => (ownLimits[kind] === null ? '' : String(ownLimits[kind]))),
})

const isLimit = (text: string): boolean => text === '' || (/^\d{1,6}$/.test(text) && Number(text) <= OWN_LIMIT_MAX)

interface ChangePlanProps {
  companyProfileId: string
  quota: Quota
}

/** The form in which an operator sets the plan and own limits of a company. */
export default function ChangePlan({ companyProfileId, quota }: ChangePlanProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: valuesOf(quota),
    tidy: ({ plan, ...own }) => ({ plan, ...recordOf(quotaKinds, (kind) => own[kind].trim()) }),
    check: (entered) =>
      faultsIn(recordOf(quotaKinds, (kind) => !isLimit(entered[kind]) && `Enter a number up to ${formatNumber(OWN_LIMIT_MAX)}.`)),
    async send({ plan, ...own }) {
      const ownLimits = recordOf(quotaKinds, (kind) => (own[kind] === '' ? null : Number(own[kind])))
      const changed = await adminCall(setPlan, { params: { companyProfileId }, body: { plan: plan as PlanName, ownLimits } })
      queryClient.setQueryData(quotaKey(companyProfileId), changed)
      toast.success('Plan saved')
    },
    onSent: (_answer, entered) => form.rebase(entered, entered),
    onFailure(error, isSaid) {
      if (!isSaid && !isStatus(error, 401)) toast.failed(messageOf(error, 'We couldn’t save the plan'))
    },
    idleAfter: IDLE_MS,
  })
  const usual = quotaLimits({ ...quota, plan: form.values.plan as PlanName, ownLimits: noOwnLimits })
  return (
    <KeptForm className={styles.form} form={form}>
      <Select label="Plan" options={planNames.map((value) => ({ value, label: planTitles[value] }))} {...form.text('plan')} />
      <div className={styles.limits}>
        {quotaKinds.map((kind) => (
          <Field
            key={kind}
            label={`Own limit: ${quotaTitles[kind]}`}
            inputMode="numeric"
            autoComplete="off"
            placeholder={formatNumber(usual[kind])}
            {...form.text(kind)}
          />
        ))}
      </div>
      <div>
        <Button type="submit" state={form.state} busyLabel="Saving..." doneLabel="Saved">
          Save Plan
        </Button>
      </div>
    </KeptForm>
  )
}
