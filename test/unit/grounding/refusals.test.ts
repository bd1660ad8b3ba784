import { expect } from 'chai'
import { LANGUAGES } from '../../../shared/languages/languages.ts'
import { saysNotKnown } from '../../../workers/grounding/refusals.ts'

describe('a reply that says that the answer is not known', () => {
  it('is recognized in every language that the server speaks', () => {
    for (const { code, small_talk } of LANGUAGES.values())
      expect(saysNotKnown(`${small_talk.not_known}`, null), code).to.equal(true)
  })

  it('is recognized by the words of the agent and by those of models', () => {
    expect(saysNotKnown('Sorry! Please call us.', 'Please call us.')).to.equal(true)
    for (const text of [
      'We ship to Norway, but nothing about Mars.',
      'I could not find this in the sources.',
      'Leider weiß ich das nicht.',
      'The sources do not mention parking.',
      'Je ne sais pas.',
      'No tengo información sobre esto.',
      'Bu konuda bilgi bulamadım.',
      '申し訳ありませんが、わかりません。',
      'Parcels to Norway take five days; I have no details on Mars.',
      'This is not specified in the provided documents.',
      'Dazu liegen mir leider keine Informationen vor.',
      'Das geht aus den Quellen nicht hervor.',
      'Les sources ne mentionnent pas le parking.',
      'Las fuentes no mencionan el precio.',
      'Non posso rispondere a questa domanda.',
      'Desculpe, não tenho essa informação.',
      'Dat staat niet in de bronnen.',
      'Niestety nie mam informacji na ten temat.',
      'В источниках об этом не говорится.',
      'Kaynaklarda bu bilgi yer almıyor.',
      '資料には記載がありません。',
      '资料中没有提到停车。',
      '자료에 언급되어 있지 않습니다.',
      'لا تذكر المصادر ذلك.',
      'Jag har tyvärr ingen information om det.',
    ])
      expect(saysNotKnown(text, null), text).to.equal(true)
  })

  it('is not a plain no', () => {
    for (const text of [
      'No, we do not ship to Norway.',
      'Nein, Barzahlung ist nicht möglich.',
      'Non, les chiens ne sont pas admis.',
      'There is no swimming pool.',
      'No aceptamos efectivo.',
      'You cannot cancel a Saver booking.',
      'No information is required to register.',
      'Wir geben keine Auskunft über andere Personen.',
      'Nous ne partageons aucune information.',
      'Бассейна нет.',
      'ノルウェーには発送していません。',
    ])
      expect(saysNotKnown(text, 'I do not know that.'), text).to.equal(false)
  })

  it('is not what a reader may not know', () => {
    for (const text of [
      'If I do not know your number, call us.',
      'Jeśli nie znalazłeś paczki, zadzwoń.',
      'Если вы не знаете код, позвоните нам.',
      '如果找不到密码，请联系我们。',
      '파일을 찾을 수 없는 경우 다시 시도하세요.',
      'إذا لم أجد الطرد، اتصل بنا.',
    ])
      expect(saysNotKnown(text, null), text).to.equal(false)
  })
})
