import { Page } from '../../components/Page.tsx'

export const Account = () => <Page title="Your account">Soon.</Page>
