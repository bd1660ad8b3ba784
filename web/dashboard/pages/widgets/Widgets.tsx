import { Page } from '../../components/Page.tsx'

export const Widgets = () => <Page title="Widgets">Soon.</Page>
