import content from './content.module.css'

export const SignInLink = () => (
  <a className={content.linkButton} href="/login">
    Log in
  </a>
)
