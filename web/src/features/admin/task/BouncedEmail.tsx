import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { companyQuery } from '../board/queries.ts'
import { CorrectEmail } from '../owner/CorrectEmail.tsx'
import { canCorrect, ownerQuery } from '../owner/owner.ts'
import styles from './TaskPanel.module.css'

/**
 * The notice that the email about the current preview bounced, with the owner's address and the phone number of the company if known. The
 * address can be corrected here.
 */
export default function BouncedEmail({ companyProfileId }: { companyProfileId: string }) {
  const { company, ownerEmail, ownerId } = useQuery(companyQuery(companyProfileId)).data ?? {}
  const owner = useQuery({ ...ownerQuery(ownerId ?? ''), enabled: ownerId !== undefined }).data
  const [isCorrecting, setCorrecting] = useState(false)
  return (
    <>
      <div className={styles.bounced}>
        <span>{ownerEmail ? `The email to ${ownerEmail} bounced. Please call.` : 'Email bounced. Please call.'}</span>
        {company?.phone && (
          <a className={styles.phone} href={telUrl(company.phone)}>
            {formatPhone(company.phone)}
          </a>
        )}
        {owner && canCorrect(owner) && (
          <Button tone="quiet" size="small" onClick={() => setCorrecting(true)}>
            Correct the address
          </Button>
        )}
      </div>
      {owner && isCorrecting && <CorrectEmail owner={owner} onClose={() => setCorrecting(false)} />}
    </>
  )
}
