import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { AdminLoginForm } from './components/AdminLoginForm.tsx'

export default function AdminLoginPage() {
  return (
    <SheetPage branded title="Admin login" lead="For the team that makes and posts the content.">
      <AdminLoginForm />
    </SheetPage>
  )
}
