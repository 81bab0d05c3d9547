"""Words that show the kind of a name: titles of persons, common words of organisations and places.

All languages are in one list: a German article also names British ministries.
"""

from typing import Final

TITLES: Final = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady president prime minister premier "
    "chancellor secretary senator sen congressman congresswoman representative rep gov governor "
    "mayor king queen prince princess pope bishop archbishop cardinal father sister judge justice "
    "general gen colonel col major maj captain capt sergeant sgt lieutenant lt officer detective "
    "inspector chief coach manager chairman chairwoman chairperson ceo founder director actor "
    "actress singer author writer poet spokesman spokeswoman spokesperson analyst lawyer attorney "
    "herr frau kanzler kanzlerin bundeskanzler bundeskanzlerin bundespräsident präsident "
    "präsidentin minister ministerin außenminister außenministerin innenminister finanzminister "
    "verteidigungsminister ministerpräsident papst könig königin prinz sprecher sprecherin trainer "
    "monsieur madame mme mm m ministre président présidente reine roi pape maire juge "
    "señor señora sr sra don doña presidente presidenta ministra rey reina papa alcalde juez "
    "signor signora presidente ministro sindaco re regina "
    "senhor senhora mevrouw meneer dhr mw premier pan pani prezydent президент министр премьер "
    "премьер-министр канцлер губернатор мэр генерал госпожа господин".split()
)

ORGANISATION_WORDS: Final = frozenset(
    "inc corp corporation co company companies ltd limited llc plc group holdings holding bank "
    "university college school institute institution academy ministry department agency authority "
    "commission committee council parliament congress senate assembly court party union "
    "association federation confederation foundation society club league team united fc airlines "
    "airways railways motors industries systems technologies laboratories labs pharmaceuticals "
    "partners capital insurance press times post news network broadcasting television radio "
    "records studios entertainment pictures church hospital museum library police army navy force "
    "guard service bureau office centre center board organisation organization fund trust alliance "
    "coalition movement front brigade orchestra band chamber exchange market "
    "gmbh ag kg kgaa se ev partei bundesamt amt ministerium universität hochschule verein verband "
    "gesellschaft stiftung gewerkschaft bundestag bundesrat bundeswehr polizei gericht "
    "sa sarl sas nv bv ab as asa oy oyj spa srl sl université école ministère parti conseil "
    "assemblée sénat banque société syndicat fédération "
    "universidad ministerio partido banco congreso senado gobierno policía federación "
    "università ministero partito banca governo polizia "
    "universidade ministério governo polícia federação universiteit ministerie partij politie "
    "министерство университет партия банк совет дума".split()
)

PLACE_WORDS: Final = frozenset(
    "street avenue road square park bridge river lake mount mountain mountains valley island "
    "islands bay beach coast county province state district city town village airport station "
    "sea ocean desert peninsula canyon forest harbor harbour heights hills hill springs creek "
    "region territory gulf strait cape fort port north south east west northern southern eastern "
    "western straße strasse platz berg see insel rue place île lac mont calle plaza isla río "
    "via piazza monte rua praça улица площадь область край".split()
)

PARTICLES: Final = frozenset(
    "de da di del della dei do dos das du des la le les van von der den zu zum zur bin ibn al el "
    "ben bint ten ter y e af av ap mac mc st san und".split()
)
