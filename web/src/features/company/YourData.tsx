import type { OwnProfile, PendingErasure } from '@app/contracts/http/company.ts'
import { downloadExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { ERASURE_WAIT_DAYS } from '@app/contracts/rules/erasure.ts'
import { useEffect, useRef } from 'react'
import { useRequestErasure } from '../../domain/company/erasure.ts'
import { KeepCompany } from '../../domain/company/KeepCompany.tsx'
import { CompanyExports } from '../../domain/exports/CompanyExports.tsx'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { SidePanel } from '../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { Facts } from '../../shared/ui/Facts.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './YourData.module.css'

/** What the product keeps of a company, in the words of its owner. docs/privacy.md has every table and period. */
const kept = [
  {
    label: 'Your account',
    value: 'Your sign-in email, and your password in a form that nobody can read, so that you can sign in. As long as you have an account.',
  },
  { label: 'Your company profile', value: 'Contact data, logo and colors, so that we can work for you. As long as you have an account.' },
  {
    label: 'Tasks, previews and messages',
    value: 'What you asked for, what we made and what you decided, so that both of us can look it up. As long as you have an account.',
  },
  { label: 'Documents and photos', value: 'What you sent us to work with. Until you remove it.' },
  {
    label: 'Your customers',
    value: 'A copy of your spreadsheet and your notes, to show and email your customers. The spreadsheet is yours.',
  },
  { label: 'Campaigns', value: 'Who got and opened which email, and who has unsubscribed. Recipients are erased after two years.' },
  { label: 'Emails to you', value: 'Subject, time and whether they arrived, so that we can help you. 90 days.' },
] as const

interface YourDataProps {
  profile: OwnProfile
  /** Scrolls to the exports. */
  atExports: boolean
  onClose: () => void
}

/** The panel in which owners see what is kept about them, take it along, and can have their company erased. */
export default function YourData({ profile: { _id: companyProfileId, erasure }, atExports, onClose }: YourDataProps) {
  const exports = useRef<HTMLElement>(null)
  useEffect(() => {
    if (atExports) exports.current?.scrollIntoView()
  }, [atExports])

  return (
    <SidePanel title="Your Data" onClose={onClose}>
      <div className={styles.panel}>
        <Section title="What we keep, and why">
          <Facts facts={kept} />
        </Section>
        <Section
          ref={exports}
          title="Take your data along"
          lead="A ZIP file with everything: tasks and their history, posts, pictures, reports, documents, campaigns and customers. Open it in any browser, without this product. Our team’s private notes aren’t included."
        >
          <CompanyExports
            companyProfileId={companyProfileId}
            list={(signal) => call(listOwnExports, { signal })}
            request={() => call(requestOwnExport, {})}
            urlOf={async (id) => (await call(downloadExport, { params: { id } })).url}
          />
        </Section>
        <Section
          title="Erase your company"
          lead="We erase your company, your account, your files, your colleagues, your campaigns and their recipients. Nobody can restore them."
        >
          <ul className={styles.stays}>
            <li>Your spreadsheet stays: it is yours.</li>
            <li>Posts that we published stay on the platforms.</li>
            <li>A list of decisions stays as proof, without names, texts and pictures.</li>
            <li>Our backups are overwritten within 30 days.</li>
          </ul>
          {erasure && erasure.state !== 'asked' ? <Confirmed erasure={erasure} /> : <Request isSent={erasure !== undefined} />}
        </Section>
      </div>
    </SidePanel>
  )
}

function Confirmed({ erasure: { state, dueAt } }: { erasure: PendingErasure }) {
  if (state === 'erasing') return <p role="status">We are erasing your company. You will be signed out soon.</p>
  return (
    <>
      <p role="status">
        You have confirmed it.{' '}
        {dueAt && (
          <>
            We begin on <Time value={dueAt} full />. Until then, you can keep your company.
          </>
        )}
      </p>
      <div>
        <KeepCompany />
      </div>
    </>
  )
}

function Request({ isSent }: { isSent: boolean }) {
  const request = useRequestErasure()
  return (
    <>
      {isSent ? (
        <p role="status">
          We sent you a link. Open it to confirm. Nothing happens before, and you then have {ERASURE_WAIT_DAYS} days to change your mind.
        </p>
      ) : (
        <p>We send you an email first. After you confirm, you have {ERASURE_WAIT_DAYS} days to change your mind.</p>
      )}
      <div>
        <Button
          tone={isSent ? 'quiet' : 'danger'}
          state={request.isPending ? 'busy' : 'idle'}
          busyLabel="Sending…"
          onClick={() => request.mutate()}
        >
          {isSent ? 'Send the link again' : 'Erase my company'}
        </Button>
      </div>
      {request.isError && <ErrorText>{messageOf(request.error, 'We couldn’t send the email. Please try again.')}</ErrorText>}
    </>
  )
}
