import { Page } from '../../components/Page.tsx'

export const Applications = () => <Page title="Applications">Soon.</Page>
