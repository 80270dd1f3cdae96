import { ACCEPTED_PAGE_MAX, type AcceptedFinding, listAcceptedFindings, removeAcceptedFinding } from '@app/contracts/http/proofreading.ts'
import type { FindingKind } from '@app/contracts/rules/proofreading.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { focusBeside } from '../../../shared/ui/focus.ts'
import { toast } from '../../../shared/ui/notify.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import panelStyles from '../CompanyPanel.module.css'
import { acceptedKey } from '../proofreading/acceptance.ts'
import styles from './rows.module.css'

const AT_ONCE = 20

/** What words are about. */
const kindNames: Readonly<Record<FindingKind, string>> = {
  weekday: 'Weekday',
  'date-passed': 'Date in the past',
  'times-reversed': 'Times',
  phone: 'Phone number',
  email: 'Email address',
  'web-address': 'Web address',
  address: 'Postal address',
  'company-name': 'Company name',
  headline: 'Headline',
  price: 'Price',
  percentage: 'Percentage',
  date: 'Date',
  time: 'Time',
  spelling: 'Spelling',
  'doubled-word': 'Repeated word',
  placeholder: 'Placeholder',
  'brief-missing': 'Left out',
  'platform-text': 'Text for a platform',
  'platform-file': 'File for a platform',
  'cropped-text': 'Text near the edge',
  'alternative-text': 'Alternative text',
  contrast: 'Contrast',
  'brand-color': 'Brand colors',
  logo: 'Logo',
  'repeated-picture': 'Repeated picture',
}

/** The words that admins marked as right for a company, so that the check of later previews skips them. Shows nothing if there are none. */
export function AcceptedWords({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const queryKey = acceptedKey(companyProfileId)
  const { items, ...growth } = useGrowingList<AcceptedFinding>({
    queryKey,
    load: ({ signal, ...page }) => adminCallPage(listAcceptedFindings, { params: { companyProfileId }, query: page, signal }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: ACCEPTED_PAGE_MAX,
  })
  const remove = useMutation({
    mutationFn: ({ _id }: AcceptedFinding) => adminCall(removeAcceptedFinding, { params: { companyProfileId, acceptedId: _id } }),
    onSuccess: ({ message }) => toast.success(message),
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t remove the words')),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (!items || items.length === 0) return null

  return (
    <section className={panelStyles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Words marked as right</h3>
      <p className={styles.hint}>The check of previews skips these words. If you remove them, it can find them again.</p>
      <ul className={styles.rows}>
        {items.map((accepted) => (
          <li key={accepted._id} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.title}>“{accepted.words}”</p>
              <p className={styles.facts}>
                {kindNames[accepted.kind]} · <Time value={accepted.acceptedAt} />
              </p>
            </div>
            <IconButton
              label={`Remove “${accepted.words}”`}
              icon={<X />}
              aria-disabled={remove.isPending || undefined}
              onClick={({ currentTarget }) => {
                if (remove.isPending) return
                focusBeside(currentTarget)
                remove.mutate(accepted)
              }}
            />
          </li>
        ))}
      </ul>
      <EndOfList {...growth} />
    </section>
  )
}
