import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { ErasePerson } from '../erasure/ErasePerson.tsx'
import { Erasures } from '../erasure/Erasures.tsx'
import { usePlace } from '../use-place.ts'
import { FigureTable } from './FigureTable.tsx'
import { MailSearch } from './MailSearch.tsx'
import styles from './OperationsTab.module.css'
import { Problems } from './Problems.tsx'
import { Services } from './Services.tsx'
import { useServiceReports } from './use-service-reports.ts'
import { WebErrors } from './WebErrors.tsx'

const ServicePanel = lazyPart(() => import('./ServicePanel.tsx'), { missing: PanelMissing })
const RunbookPanel = lazyPart(() => import('./RunbookPanel.tsx'), { missing: PanelMissing })
const panels = [ServicePanel, RunbookPanel]

export default function OperationsTab() {
  const { openedService, openedRunbook, close } = usePlace()
  useLoadedWhenIdle(panels)
  return (
    <>
      <div className={styles.operations}>
        <ServiceSections />
        <Section
          title="Find emails sent to an address"
          lead="Shows the notification and campaign emails to this address and what happened to them."
        >
          <MailSearch />
        </Section>
        <Section title="Erasures" lead="Companies that asked to be erased. Only counts remain after an erasure.">
          <Erasures />
        </Section>
        <Section
          title="Erase a person"
          lead="Erases a recipient of campaigns, a colleague or a person who wrote to us in all services. An unsubscribe stays in effect."
        >
          <ErasePerson />
        </Section>
        <Section
          title="Errors in browsers"
          lead="Unexpected errors that the web app reported. The logs of the notifications service have the details."
        >
          <WebErrors />
        </Section>
      </div>
      {openedService && <ServicePanel key={openedService} service={openedService} onClose={close} />}
      {openedRunbook && <RunbookPanel key={openedRunbook} name={openedRunbook} onClose={close} />}
    </>
  )
}

/**
 * The sections that show the states of the services. These sections are a separate component, so that a new response from a service does
 * not render the whole tab again.
 */
function ServiceSections() {
  const { reports, now } = useServiceReports()
  return (
    <>
      <Problems reports={reports} now={now} />
      <Section title="Figures" lead="The highest value of all services. If a value stays above its normal range, its alert is sent.">
        <FigureTable reports={reports} now={now} />
      </Section>
      <Section title="Services" lead="Queue lengths and dependencies of each service.">
        <Services reports={reports} />
      </Section>
    </>
  )
}
