import type { OwnProfile, ProfileTextField } from '@app/contracts/http/company.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { BRAND_IMAGES_CAPTION, NOT_SIGN_IN_ADDRESS, profileLabels } from '../profile-labels.ts'
import { shownValue } from '../time-zones.ts'
import { BrandPictures } from './BrandPictures.tsx'
import styles from './BrandSheet.module.css'
import { FontSample } from './FontSample.tsx'
import { addressIn, factGroups } from './facts.ts'
import { LogoGrounds } from './LogoGrounds.tsx'
import { Swatches } from './Swatches.tsx'

export default function BrandSheet({ profile }: { profile: OwnProfile }) {
  const { companyName, dba, industry, logo, fontfamily } = profile
  const name = dba || companyName

  return (
    <div className={styles.sheet}>
      <div className={styles.name}>
        <p className={styles.company}>{name}</p>
        <p className={styles.detail}>{[dba && companyName, industry].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.halves}>
        <Section title="Logo">
          <LogoGrounds name={name} logo={logo} />
        </Section>
        <Section title="Font">
          <FontSample family={fontfamily} name={name} />
        </Section>
      </div>
      <Section title="Colors">
        <Swatches profile={profile} />
      </Section>
      <div className={styles.halves}>
        {factGroups.map(({ title, fields }) => (
          <Section key={title} title={title}>
            <Facts
              emptyText="Not added yet"
              facts={fields.map((field) => toFact(field, field === 'timeZone' ? timeZoneOf(profile) : profile[field]))}
            />
          </Section>
        ))}
        <AccountSection manager={profile.accountManager} />
      </div>
      <Section title={BRAND_IMAGES_CAPTION}>
        <BrandPictures profile={profile} />
      </Section>
    </div>
  )
}

/** Web addresses and email addresses become links, each on its own line. */
function toFact(field: ProfileTextField, value: string) {
  const href = addressIn(field, value)
  const label = profileLabels[field]
  const shown = shownValue(field, value)
  if (!href) return { label, value: shown, isShort: true }
  return {
    label,
    value: (
      <>
        <a href={href} target={href === value ? '_blank' : undefined} rel="noopener noreferrer">
          {shown}
        </a>
        {field === 'email' && <span className={styles.note}>{NOT_SIGN_IN_ADDRESS}</span>}
      </>
    ),
  }
}
