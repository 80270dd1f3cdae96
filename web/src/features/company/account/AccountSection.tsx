import { brand } from '@app/contracts/brand.ts'
import type { AccountManager } from '@app/contracts/http/company.ts'
import { useOwner } from '../../../shared/stores/session.ts'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { SIGN_IN_EMAIL } from './email-change.ts'

/** The address with which the owner signs in, and the admin who looks after the company. */
export function AccountSection({ manager }: { manager: AccountManager | null | undefined }) {
  const email = useOwner(({ user }) => user?.email ?? '')
  const { leading } = useOverlay(['show'])
  return (
    <Section
      title="Account"
      actions={
        <LinkButton tone="quiet" size="small" {...leading('show', SIGN_IN_EMAIL)} aria-label="Change the sign-in email">
          Change
        </LinkButton>
      }
    >
      <Facts
        facts={[
          { label: 'Sign-in Email', value: email },
          {
            label: 'Your contact',
            value: manager && (
              <>
                {manager.name}, <a href={`mailto:${brand.email}`}>{brand.email}</a>
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
