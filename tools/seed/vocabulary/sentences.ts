import { type Bilingual } from './bilingual.js';

/** HTML fragments; `{person}` and `{street}` stand for names. */
export const SENTENCES: readonly Bilingual[] = [
  [
    'Doors open half an hour before the start, and latecomers are seated at the first pause.',
    'Les portes ouvrent une demi-heure avant le début, et les retardataires sont placés à la première pause.',
  ],
  [
    'The evening is led by <strong>{person}</strong>, who has worked in the region for more than twenty years.',
    'La soirée est animée par <strong>{person}</strong>, qui travaille dans la région depuis plus de vingt ans.',
  ],
  [
    'Bring a friend, a neighbour or the whole family: there is room for everybody.',
    'Venez avec une amie, un voisin ou toute la famille : il y a de la place pour tout le monde.',
  ],
  [
    'No experience is needed; all materials are provided and yours to take home.',
    'Aucune expérience n’est requise; tout le matériel est fourni et vous repartez avec votre œuvre.',
  ],
  [
    'The programme moves from old favourites to pieces that have never been heard here before.',
    'Le programme va des grands classiques à des pièces encore jamais entendues ici.',
  ],
  [
    'After the interval, {person} joins the group for a set of new songs.',
    'Après l’entracte, {person} se joint au groupe pour une série de nouvelles chansons.',
  ],
  [
    'Parking is free behind the building on {street} Street, and the bus stops at the door.',
    'Le stationnement est gratuit derrière l’immeuble de la rue {street}, et l’autobus s’arrête devant la porte.',
  ],
  [
    'The entrance is level, an accessible washroom is on the ground floor, and assistance dogs are welcome.',
    'L’entrée est de plain-pied, une toilette accessible se trouve au rez-de-chaussée, et les chiens d’assistance sont bienvenus.',
  ],
  [
    'Light refreshments are served: soup, fresh bread and apples from the orchard.',
    'Une collation est servie : soupe, pain frais et pommes du verger.',
  ],
  [
    'In case of rain we move to the parish hall on {street} Street.',
    'En cas de pluie, l’activité a lieu à la salle paroissiale de la rue {street}.',
  ],
  [
    'Please reserve early, since last year every seat was taken within three days.',
    'Réservez tôt : l’an dernier, toutes les places se sont envolées en trois jours.',
  ],
  [
    'Children under twelve must be accompanied by an adult.',
    'Les enfants de moins de douze ans doivent être accompagnés d’un adulte.',
  ],
  [
    'The talk is given in English, with questions welcome in both languages.',
    'La conférence est donnée en anglais, mais les questions sont bienvenues dans les deux langues.',
  ],
  [
    'Sign-language interpretation is available if you write to us a week ahead.',
    'Une interprétation en langue des signes est offerte si vous nous écrivez une semaine à l’avance.',
  ],
  [
    'Dress for the weather: most of the afternoon is spent outdoors, by the fire or on the ice.',
    'Habillez-vous chaudement : l’après-midi se passe surtout dehors, près du feu ou sur la glace.',
  ],
  [
    'What began as a kitchen party among four friends has grown into one of the liveliest gatherings of the season.',
    'Ce qui était au départ une veillée entre quatre amis est devenu l’un des rendez-vous les plus animés de la saison.',
  ],
  [
    'The works on view were made over two winters in a studio without electricity.',
    'Les œuvres présentées ont été créées en deux hivers, dans un atelier sans électricité.',
  ],
  [
    'A guided visit in French follows at three o’clock; the one in English begins an hour later.',
    'Une visite guidée en français suit à quinze heures; celle en anglais commence une heure plus tard.',
  ],
  [
    '“We wanted to make a place where people stay and talk,” says {person}.',
    '« Nous voulions créer un lieu où les gens restent et se parlent », explique {person}.',
  ],
  [
    'Every ticket supports the restoration of the organ, which was built by hand more than a century ago.',
    'Chaque billet contribue à la restauration de l’orgue, construit à la main il y a plus d’un siècle.',
  ],
  [
    'Instruments can be borrowed, and there is always somebody who knows the second verse.',
    'On peut emprunter des instruments, et il y a toujours quelqu’un qui connaît le deuxième couplet.',
  ],
  [
    'The route is five kilometres long, mostly flat, with two short climbs and a view over the valley.',
    'Le parcours fait cinq kilomètres, presque tout en plat, avec deux petites montées et une vue sur la vallée.',
  ],
  [
    'Our guide, {person}, tells the story of the mills, the fires and the families who rebuilt the street.',
    'Notre guide, {person}, raconte l’histoire des moulins, des incendies et des familles qui ont rebâti la rue.',
  ],
  [
    'Tea, coffee and hot chocolate are offered by the volunteers of the parish.',
    'Les bénévoles de la paroisse offrent le thé, le café et le chocolat chaud.',
  ],
  [
    'The jury awards three prizes, and the audience votes for a fourth.',
    'Le jury décerne trois prix, et le public vote pour un quatrième.',
  ],
  [
    'You will find <a href="https://example.com/programme">the full programme</a> on the site of the festival.',
    'Vous trouverez <a href="https://example.com/programme">le programme complet</a> sur le site du festival.',
  ],
  [
    'Vendors from twelve farms bring vegetables, honey, flowers and the first cider of the year.',
    'Douze fermes apportent légumes, miel, fleurs et le premier cidre de l’année.',
  ],
  [
    'There is a quiet room for anyone who needs a pause from the noise.',
    'Une pièce tranquille attend celles et ceux qui ont besoin d’une pause.',
  ],
  [
    'The workshop is limited to sixteen participants so that everyone gets a turn at the wheel.',
    'L’atelier est limité à seize personnes pour que chacun ait son tour au tour de potier.',
  ],
  [
    'Binoculars are lent free of charge, and a telescope is set up on the roof when the sky is clear.',
    'Les jumelles sont prêtées gratuitement, et un télescope est installé sur le toit quand le ciel est dégagé.',
  ],
  [
    'The band plays two sets, with a short break to move the chairs and open the dance floor.',
    'L’orchestre joue deux fois, avec une courte pause pour déplacer les chaises et ouvrir la piste de danse.',
  ],
  [
    'Students pay half price on presentation of a card, and newcomers to the city get in free.',
    'Les étudiants paient moitié prix sur présentation d’une carte, et l’entrée est gratuite pour les nouveaux arrivants.',
  ],
  [
    'Since the hall is heated by wood, we suggest several layers and thick socks.',
    'Comme la salle est chauffée au bois, nous suggérons plusieurs épaisseurs et de gros bas.',
  ],
  [
    'The exhibition brings together photographs, letters and everyday objects lent by forty families.',
    'L’exposition réunit des photographies, des lettres et des objets du quotidien prêtés par quarante familles.',
  ],
  [
    'Each session begins with a short lesson and ends with free play until the lights go out.',
    'Chaque séance commence par une courte leçon et se termine par du jeu libre jusqu’à la fermeture.',
  ],
  [
    'A shuttle leaves from the station on {street} Street every twenty minutes.',
    'Une navette part de la gare de la rue {street} toutes les vingt minutes.',
  ],
  [
    'Proceeds go to the food bank, which helped more than three hundred households last month.',
    'Les profits vont à la banque alimentaire, qui a aidé plus de trois cents foyers le mois dernier.',
  ],
  [
    'The choir sings from memory, without a conductor, in a circle around the listeners.',
    'Le chœur chante de mémoire, sans chef, en cercle autour du public.',
  ],
  [
    'Come early to walk through the gardens while the gardeners are there to answer questions.',
    'Arrivez tôt pour parcourir les jardins pendant que les jardiniers sont là pour répondre aux questions.',
  ],
  [
    'The film is shown in its original version with subtitles and is followed by a conversation with {person}.',
    'Le film est présenté en version originale sous-titrée et suivi d’une conversation avec {person}.',
  ],
  [
    'Cameras are welcome until the performance begins; after that we ask for your full attention.',
    'Les appareils photo sont permis jusqu’au début de la représentation; ensuite, nous demandons toute votre attention.',
  ],
  [
    'This is a meeting of the whole neighbourhood, and every question is a good one.',
    'C’est une rencontre de tout le quartier, et toutes les questions sont bonnes.',
  ],
  [
    'The recipe has been handed down since 1897 and is not written anywhere.',
    'La recette se transmet depuis 1897 et n’est écrite nulle part.',
  ],
  [
    'Wheelchair users find marked places in the second row, with seats for companions beside them.',
    'Des places sont réservées aux fauteuils roulants au deuxième rang, avec des sièges pour les personnes qui les accompagnent.',
  ],
  [
    'The committee thanks the town, the credit union and {person} for their generous support.',
    'Le comité remercie la ville, la caisse populaire et {person} de leur généreux soutien.',
  ],
  [
    'Paddles and life jackets are included; swimmers and non-swimmers sit in separate canoes.',
    'Les pagaies et les gilets de sauvetage sont compris; nageurs et non-nageurs montent dans des canots distincts.',
  ],
  [
    'A second date may be added if the waiting list grows beyond fifty names.',
    'Une deuxième date pourrait s’ajouter si la liste d’attente dépasse cinquante noms.',
  ],
  [
    'The market closes when the bell rings, and what is left is shared among those who stay to clean up.',
    'Le marché ferme au son de la cloche, et ce qui reste est partagé entre ceux qui aident à ranger.',
  ],
  [
    'Readers take the stage in the order of the list, five minutes each, any language, any form.',
    'Les lecteurs montent sur scène dans l’ordre de la liste, cinq minutes chacun, dans toute langue et toute forme.',
  ],
  [
    'The tournament follows the Swiss system over five rounds; boards and clocks are supplied.',
    'Le tournoi se joue selon le système suisse en cinq rondes; échiquiers et pendules sont fournis.',
  ],
  [
    'Ask at the desk on {street} Street for large-print programmes and hearing loops.',
    'Demandez à l’accueil de la rue {street} les programmes en gros caractères et les boucles auditives.',
  ],
  [
    'From noon on the square belongs to street artists, jugglers and a very patient donkey.',
    'À partir de midi, la place appartient aux artistes de rue, aux jongleurs et à un âne très patient.',
  ],
  [
    'The evening closes with a slow waltz, as it has every year since the hall was built.',
    'La soirée se termine par une valse lente, comme chaque année depuis la construction de la salle.',
  ],
  [
    'Registration is by e-mail or by telephone, and payment is made at the door.',
    'L’inscription se fait par courriel ou par téléphone, et le paiement à l’entrée.',
  ],
];

/** One of them is the excerpt of an event. */
export const EXCERPTS: readonly Bilingual[] = [
  [
    'An evening for listeners of every age, with {person} as special guest.',
    'Une soirée pour tous les âges, avec {person} en invitation spéciale.',
  ],
  [
    'Free admission, good company and a view of the river: all you need is a chair.',
    'Entrée libre, bonne compagnie et vue sur la rivière : il ne manque que votre chaise.',
  ],
  [
    'Learn something new in an afternoon. <em>Places are limited.</em>',
    'Apprenez quelque chose en un après-midi. <em>Les places sont limitées.</em>',
  ],
  [
    '{person} opens the season with a programme that has been two years in the making.',
    '{person} ouvre la saison avec un programme préparé depuis deux ans.',
  ],
  [
    'The yearly gathering of neighbours, musicians and bakers on {street} Street.',
    'Le rendez-vous annuel des voisins, des musiciens et des boulangers de la rue {street}.',
  ],
  [
    'A walk through the oldest part of town, with stories that are in no guidebook.',
    'Une promenade dans la plus vieille partie de la ville, avec des histoires qui ne sont dans aucun guide.',
  ],
  [
    'For children and for those who were children once.',
    'Pour les enfants et pour celles et ceux qui l’ont été un jour.',
  ],
  [
    'Bring what is broken; take home what works. With {person} and a dozen volunteers.',
    'Apportez ce qui est brisé, repartez avec ce qui fonctionne. Avec {person} et une douzaine de bénévoles.',
  ],
];

/** Items of lists below a description. */
export const PRACTICAL: readonly Bilingual[] = [
  ['Tickets at the door, cash or card', 'Billets à l’entrée, comptant ou carte'],
  ['Box office: {street} Street, weekdays from 10 to 4', 'Billetterie : rue {street}, en semaine de 10 h à 16 h'],
  ['Contact: {person}', 'Renseignements : {person}'],
  ['Bicycle stands and a repair post', 'Supports à vélos et borne de réparation'],
  ['Cloakroom &amp; lockers', 'Vestiaire &amp; casiers'],
  ['Vegetarian meals on request', 'Repas végétariens sur demande'],
  ['Please no perfume', 'Merci d’éviter le parfum'],
  ['Programme subject to change', 'Programme sujet à changement'],
];

export const HEADINGS: readonly Bilingual[] = [
  ['About the evening', 'À propos de la soirée'],
  ['Good to know', 'Bon à savoir'],
  ['How to get there', 'Pour s’y rendre'],
  ['The programme', 'Le programme'],
  ['Who it is for', 'À qui s’adresse l’activité'],
];
