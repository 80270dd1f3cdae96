import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { ReactNode } from 'react'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { companyFields, contactFields, type ProfileField, regionFields, socialFields, streetFields } from '../profile-fields.ts'
import { BRAND_IMAGES_CAPTION, profileLabels } from '../profile-labels.ts'
import { BrandPictures } from './BrandPictures.tsx'
import styles from './BrandSheet.module.css'
import { FontSample } from './FontSample.tsx'
import { LogoGrounds } from './LogoGrounds.tsx'
import { Swatches } from './Swatches.tsx'

/** A company's profile to be read, shown to somebody, and printed. */
export default function BrandSheet({ profile }: { profile: CompanyProfile }) {
  const { companyName, dba, industry, logo, fontfamily } = profile
  const factsOf = (...fields: readonly ProfileField[]) => (
    <Facts
      emptyText="Not given"
      facts={fields.map(({ name, type }) => ({
        label: profileLabels[name],
        value: linked(profile[name], type),
        isShort: type === undefined || type === 'tel',
      }))}
    />
  )

  return (
    <div className={styles.sheet}>
      <div className={styles.name}>
        <p className={styles.company}>{dba || companyName}</p>
        <p className={styles.detail}>{[dba && companyName, industry].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.halves}>
        <Section title="Logo">
          <LogoGrounds name={dba || companyName} logo={logo} />
        </Section>
        <Section title="Font">
          <FontSample family={fontfamily} name={dba || companyName} />
        </Section>
      </div>
      <Section title="Colors">
        <Swatches profile={profile} />
      </Section>
      <div className={styles.halves}>
        <Section title="Identity">{factsOf(...companyFields)}</Section>
        <Section title="Contact">{factsOf(...contactFields)}</Section>
        <Section title="Address">{factsOf(...streetFields, STATE, ...regionFields)}</Section>
        <Section title="Social links">{factsOf(...socialFields)}</Section>
      </div>
      <Section title={BRAND_IMAGES_CAPTION}>
        <BrandPictures profile={profile} />
      </Section>
    </div>
  )
}

/** In the form it is a list to choose from. */
const STATE: ProfileField = { name: 'state', label: 'State', maxLength: 50 }

/** What leads somewhere as a link there; an address of another kind than the web's stays words. */
function linked(value: string, type: ProfileField['type']): ReactNode {
  if (value && type === 'email') return <a href={`mailto:${value}`}>{value}</a>
  if (value && type === 'tel') return <a href={`tel:${value.replaceAll(/[^+\d]/g, '')}`}>{value}</a>
  if (type !== 'url' || !isWebAddress(value)) return value
  return (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  )
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
