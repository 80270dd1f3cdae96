import content from './content.module.css'

/** A masked email address. If it does not fit on the line, the whole address moves to the next line. */
export const Address = ({ children }: { children: string }) => <span className={content.address}>{children}</span>

export const SignInLink = () => (
  <a className={content.linkButton} href="/login">
    Log in
  </a>
)
