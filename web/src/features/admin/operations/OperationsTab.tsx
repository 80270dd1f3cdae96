import { Section } from '../../../shared/ui/Section.tsx'
import { MailSearch } from './MailSearch.tsx'
import styles from './OperationsTab.module.css'
import { Services } from './Services.tsx'
import { WebErrors } from './WebErrors.tsx'

export default function OperationsTab() {
  return (
    <div className={styles.operations}>
      <Section
        title="Find emails sent to an address"
        lead="Shows the notification and campaign emails to this address and what happened to them."
      >
        <MailSearch />
      </Section>
      <Section title="Services" lead="Queue lengths and dependencies of each service. Updated every 15 seconds.">
        <Services />
      </Section>
      <Section
        title="Errors in browsers"
        lead="Unexpected errors that the web app reported. The logs of the notifications service have the details."
      >
        <WebErrors />
      </Section>
    </div>
  )
}
