import type { MailedPreview } from './templates/preview-content.ts'
import type { MailedTask } from './templates/task-facts.ts'

// Another person may own an unconfirmed address. So emails to it don't contain the owner's text.

/**
 * Replaces the title and the company's name. Removes the name of a colleague, the reason or feedback of a decision, and `record`, so that
 * the email has no signed receipt as attachment.
 */
export const neutralTask = <T extends MailedTask>(task: T): T => ({
  ...task,
  title: `task #${task.taskId}`,
  companyName: 'your company',
  ...('record' in task && { record: undefined }),
  ...('colleagueName' in task && { colleagueName: undefined }),
  ...('reason' in task && { reason: undefined }),
  ...('feedback' in task && { feedback: undefined }),
})

/**
 * Changes a task in the same way as `neutralTask`. Then removes the content of the preview, because this content can contain text that the
 * owner entered.
 */
export const neutralPreview = ({
  caption: _caption,
  files: _files,
  changes: _changes,
  companyLogo: _logo,
  ...task
}: MailedPreview): MailedPreview => neutralTask({ ...task, doneTaskImage: null })
