import type { OwnProfile } from '@app/contracts/http/company.ts'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { WHY_CONFIRM } from '../../domain/account/user.ts'
import { YOUR_DATA, YOUR_EXPORTS } from '../../domain/company/erasure.ts'
import { leaveForms } from '../../shared/form/unsent.ts'
import { useOwner } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { Menu } from '../../shared/ui/Menu.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
import { SIGN_IN_EMAIL } from './account/email-change.ts'
import styles from './CompanyProfile.module.css'

const BrandSheet = lazyPart(() => import('./sheet/BrandSheet.tsx'), { waiting: <Waiting /> })
const EditProfile = lazyPart(() => import('./edit/EditProfile.tsx'), { waiting: <Waiting /> })
/** This notice is loaded on demand, because most owners have confirmed their email address. */
const UnconfirmedEmail = lazyPart(() => import('../../domain/account/UnconfirmedEmail.tsx'))
const RecordPanel = lazyPart(() => import('./RecordPanel.tsx'), { missing: PanelMissing })
const ReviewSettings = lazyPart(() => import('./ReviewSettings.tsx'), { missing: PanelMissing })
const ColleaguesPanel = lazyPart(() => import('./colleagues/ColleaguesPanel.tsx'), { missing: PanelMissing })
const YourData = lazyPart(() => import('./YourData.tsx'), { missing: PanelMissing })
const SignInEmail = lazyPart(() => import('./account/SignInEmail.tsx'), { missing: PanelMissing })
const parts = [BrandSheet, EditProfile]

/** The value of `?show=` that opens the settings of review links. */
const REVIEW_SETTINGS = 'review-links'
/** The value of `?show=` that opens the decision record, the list of all decisions about previews. */
const RECORD = 'record'
/** The value of `?show=` that opens the colleagues, who get review links without having an account. */
const COLLEAGUES = 'colleagues'

const isEdited = (search: URLSearchParams): boolean => search.get('show') === 'edit'

const isDataShown = (search: URLSearchParams): boolean => [YOUR_DATA, YOUR_EXPORTS].includes(search.get('show') ?? '')

// Starts loading the bundle of the form or of the brand sheet, in parallel with the first requests of the page.
void (isEdited(new URLSearchParams(window.location.search)) ? EditProfile : BrandSheet).load()

export default function CompanyProfile({ profile }: { profile: OwnProfile }) {
  const overlay = useOverlay(['show', 'field'])
  const isEditing = isEdited(overlay.search)
  const screen = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isUnverified = useOwner(({ user }) => user?.emailVerified === false)
  useLoadedWhenIdle(parts)

  function press(): void {
    if (!isEditing) overlay.open('show', 'edit')
    else if (screen.current) leaveForms(overlay.close, screen.current)
  }

  function finish(): void {
    // The focused button is removed together with the form, so the toggle gets the focus.
    toggle.current?.focus()
    overlay.close()
  }

  return (
    <div ref={screen} className={styles.screen}>
      <header className={styles.header} data-bar="">
        <h1>Company Profile</h1>
        <div className={styles.actions}>
          {!isEditing && (
            <>
              <Menu
                className={styles.advanced}
                trigger={
                  <>
                    Advanced
                    <ChevronDown aria-hidden="true" />
                  </>
                }
                items={[
                  { label: 'Sign-in Email', onSelect: () => overlay.open('show', SIGN_IN_EMAIL) },
                  { label: 'Decision Record', onSelect: () => overlay.open('show', RECORD) },
                  { label: 'Review Links', onSelect: () => overlay.open('show', REVIEW_SETTINGS) },
                  { label: 'Your Data', onSelect: () => overlay.open('show', YOUR_DATA) },
                ]}
              />
              <Button tone="quiet" onClick={() => overlay.open('show', COLLEAGUES)}>
                Colleagues
              </Button>
            </>
          )}
          <Button ref={toggle} tone="quiet" onClick={press}>
            {isEditing ? 'Cancel' : 'Edit Profile'}
          </Button>
        </div>
      </header>
      {isUnverified && <UnconfirmedEmail text={`${WHY_CONFIRM} You also can’t send test emails of campaigns.`} />}
      {isEditing ? <EditProfile profile={profile} onSaved={finish} /> : <BrandSheet profile={profile} />}
      {overlay.search.get('show') === RECORD && <RecordPanel companyProfileId={profile._id} onClose={overlay.close} />}
      {overlay.search.get('show') === COLLEAGUES && <ColleaguesPanel companyProfileId={profile._id} onClose={overlay.close} />}
      {overlay.search.get('show') === SIGN_IN_EMAIL && <SignInEmail onClose={overlay.close} />}
      {isDataShown(overlay.search) && (
        <YourData profile={profile} atExports={overlay.search.get('show') === YOUR_EXPORTS} onClose={overlay.close} />
      )}
      {overlay.search.get('show') === REVIEW_SETTINGS && <ReviewSettings companyProfileId={profile._id} onClose={overlay.close} />}
    </div>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true" role="status" aria-label="Loading">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  )
}
