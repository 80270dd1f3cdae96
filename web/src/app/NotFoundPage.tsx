import { LinkButton } from '../shared/ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

export function NotFoundPage() {
  return (
    <MessagePage
      title="There is no page here"
      text="The address may be mistyped, or the page has moved."
      action={<LinkButton to="/">Go to the start</LinkButton>}
    />
  )
}
