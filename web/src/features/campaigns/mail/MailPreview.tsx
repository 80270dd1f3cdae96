import type { Customer } from '@app/contracts/http/customers.ts'
import { previewMail } from '@app/contracts/http/mails.ts'
import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { mergeColumns } from '@app/contracts/rules/merge-fields.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { ChipToggle } from '../../../shared/ui/Checkbox.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { useAudience } from '../audience.ts'
import { Findings } from './Findings.tsx'
import type { MailWords } from './MailFields.tsx'
import { MailFrame } from './MailFrame.tsx'
import styles from './MailPreview.module.css'
import { SendTest } from './SendTest.tsx'

/** The image attached to an email: a newly chosen file, or the image of a stored step. */
export interface Attached {
  fileName: string
  size: number
  url: string | undefined
  file?: File
}

/** Placeholder URL of the attachment in the HTML that the server renders. */
const IMAGE = 'cid:attachment'

interface MailPreviewProps {
  companyProfileId: string
  audience: Audience
  words: MailWords
  attached: Attached | undefined
  /** Id of the stored step whose image is attached. */
  stepId?: string
}

/** The server renders the preview in the same way as the emails that it sends. */
export function MailPreview({ companyProfileId, audience, words, attached, stepId }: MailPreviewProps) {
  const people = useAudience(companyProfileId, audience).data?.sample ?? []
  const [seenBy, setSeenBy] = useState(0)
  // On narrow screens, the phone version is shown first, because the desktop version would be too small to read.
  const [isPhone, setPhone] = useState(() => window.matchMedia('(width < 600px)').matches)
  const [isDark, setDark] = useState(false)
  const values = valuesOf(people[seenBy])
  const settled = useDebounced(JSON.stringify({ ...words, values }))
  const preview = useQuery({
    queryKey: ['mail-preview', companyProfileId, settled, attached?.fileName, attached?.size],
    queryFn: ({ signal }) => {
      const attachment = attached && { fileName: attached.fileName, size: attached.size }
      return call(previewMail, { body: { companyProfileId, ...JSON.parse(settled), attachment }, signal })
    },
    placeholderData: keepPreviousData,
  })
  const { data } = preview
  const html = useMemo(() => data?.html.replaceAll(IMAGE, attached?.url ?? ''), [data, attached?.url])

  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.tools}>
        <Select
          label="As seen by"
          value={String(seenBy)}
          options={[
            ...people.map((person, at) => ({ value: String(at), label: nameOf(person) })),
            { value: '-1', label: 'Without personal details' },
          ]}
          onChange={({ currentTarget }) => setSeenBy(Number(currentTarget.value))}
        />
        <div className={styles.looks}>
          <ChipToggle label="Phone" checked={isPhone} onChange={() => setPhone(!isPhone)} />
          <ChipToggle label="Dark" checked={isDark} onChange={() => setDark(!isDark)} />
        </div>
      </div>
      {preview.isError && (
        <RetryNotice
          message={messageOf(preview.error, 'We couldn’t create the preview.')}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isPending && <Skeleton shape="block" />}
      {data && html !== undefined && (
        <>
          <Facts
            facts={[
              { label: 'From', value: data.from },
              { label: 'Replies go to', value: data.replyTo },
              { label: 'Subject', value: data.subject },
              ...(attached && !data.html.includes(IMAGE) ? [{ label: 'Attached file', value: attached.fileName }] : []),
            ]}
          />
          <MailFrame html={html} on={isPhone ? 'phone' : 'desk'} scheme={isDark ? 'dark' : 'light'} />
          <Findings findings={data.findings} />
        </>
      )}
      <SendTest companyProfileId={companyProfileId} words={words} values={values} file={attached?.file} stepId={stepId} />
    </section>
  )
}

const nameOf = ({ 'First Name': first, 'Last Name': last, 'Email id': email }: Customer): string => `${first} ${last}`.trim() || email

const valuesOf = (person: Customer | undefined): Record<string, string> | undefined =>
  person && Object.fromEntries(mergeColumns.map((column) => [column, person[column]]))
