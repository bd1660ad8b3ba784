import { Page } from '../../components/Page.tsx'

export const Conversations = () => <Page title="Conversations">Soon.</Page>
