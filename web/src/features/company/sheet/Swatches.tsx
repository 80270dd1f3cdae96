import { describeContrast, readableTextColor } from '@app/contracts/format/readable-text-color.ts'
import { type CompanyProfile, hasOwnColors } from '@app/contracts/http/company.ts'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../shared/ui/notify.tsx'
import { copyText } from '../../../shared/ui/take-text.ts'
import { profileLabels } from '../profile-labels.ts'
import styles from './Swatches.module.css'

const colours = ['color1', 'color2', 'color3'] as const

export function Swatches({ profile }: { profile: CompanyProfile }) {
  const [copied, setCopied] = useState('')

  function copy(colour: string, label: string): void {
    copyText(colour).then(
      () => setCopied(`${label} copied: ${colour}`),
      () => toast.failed('This browser doesn’t allow copying.'),
    )
  }

  if (!hasOwnColors(profile)) return <p className={styles.message}>Not added yet</p>
  return (
    <>
      <ul className={styles.swatches}>
        {colours
          .filter((name) => profile[name])
          .map((name) => {
            const colour = profile[name]
            const label = profileLabels[name]
            return (
              <li key={name} className={styles.colour}>
                <button
                  type="button"
                  className={styles.swatch}
                  style={{ '--own': colour, '--on': readableTextColor(colour) }}
                  aria-label={`Copy ${colour}, the ${label}`}
                  onClick={() => copy(colour, label)}
                >
                  <span className={styles.code}>
                    {colour}
                    <Copy aria-hidden="true" />
                  </span>
                </button>
                <h3 className={styles.label}>{label}</h3>
                <p className={styles.message}>{describeContrast(colour)}</p>
              </li>
            )
          })}
      </ul>
      <p className={styles.copied} role="status">
        {copied}
      </p>
    </>
  )
}
