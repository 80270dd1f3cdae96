import { Section } from '../../../shared/ui/Section.tsx'
import { MailSearch } from './MailSearch.tsx'
import styles from './OperationsTab.module.css'
import { Services } from './Services.tsx'
import { WebErrors } from './WebErrors.tsx'

/** For operators: how the product is, what waits in it, and whether somebody got a mail. */
export default function OperationsTab() {
  return (
    <div className={styles.operations}>
      <Section title="Did this person get that mail?" lead="Everything that notifications and campaigns had for an address.">
        <MailSearch />
      </Section>
      <Section title="Services" lead="What waits in each, and what it works with. Looked at again every 15 seconds.">
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
