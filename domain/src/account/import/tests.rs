use proptest::prelude::*;

use super::*;
use crate::permission::Permission;
use crate::sheet::{SheetCell, SheetHeading as _};

fn rules(may_grant: bool) -> ImportRules {
    let mut roles: Vec<OfferedRole> = Role::ALL
        .into_iter()
        .map(|role| OfferedRole {
            id: role.into(),
            name: String::new(),
            permissions: role.permissions(),
        })
        .collect();
    roles.push(OfferedRole {
        id: RoleId("night".into()),
        name: "夜班 Ａ".into(),
        permissions: PermissionSet::from_permissions(&[Permission::AllOrders]),
    });
    let own = if may_grant {
        Role::Admin
    } else {
        Role::Operator
    };
    ImportRules {
        roles,
        limit: GrantLimit::new(own.permissions()),
        may_grant,
    }
}

fn row(number: u32, texts: &[&str]) -> SheetRow {
    let cells = (0..)
        .zip(texts)
        .map(|(at, text)| (at, SheetCell::Text((*text).to_owned())));
    SheetRow {
        number,
        cells: cells.collect(),
    }
}

const HEAD: [&str; 7] = [
    "用户名",
    "真实姓名",
    "单位",
    "手机号码",
    "邮箱",
    "性别",
    "角色",
];

fn table(rows: &[[&str; 7]]) -> Vec<SheetRow> {
    let mut table = vec![row(1, &HEAD)];
    table.extend((2..).zip(rows).map(|(number, texts)| row(number, texts)));
    table
}

fn faults(check: &ImportCheck) -> Vec<(u32, &'static str, FieldText)> {
    (check.faults.listed.iter())
        .map(|fault| {
            (
                fault.row,
                fault.column.map_or("", ImportColumn::field),
                fault.text.clone(),
            )
        })
        .collect()
}

#[test]
fn users_are_read_with_their_roles() {
    let check = check(
        &table(&[
            [
                "zhangsan",
                "张三",
                "地质一队",
                "13812345678",
                "z@cgs.cn",
                "男",
                "",
            ],
            ["", "", " ", "", "", "", ""],
            ["watcher", " 值班 ", "", "", "", "", "operator，夜班 A"],
            [
                "lisi_1",
                "李四",
                "地质二队",
                "13912345678",
                "",
                "F",
                "申请人",
            ],
        ]),
        &rules(true),
    );
    assert_eq!(faults(&check), []);
    assert_eq!(check.rows, 3);
    let roles: Vec<Vec<&str>> = (check.users.iter())
        .map(|user| user.roles.iter().map(|role| role.0.as_str()).collect())
        .collect();
    assert_eq!(
        roles,
        [
            vec!["applicant"],
            vec!["night", "operator"],
            vec!["applicant"]
        ]
    );
    assert_eq!(check.users[1].profile.user_name, "值班");
    assert_eq!(check.users[1].row, 4);
    assert_eq!(check.users[0].profile.sex, Some(Sex::Male));
    assert_eq!(check.users[2].profile.nick_name, "lisi_1");
}

#[test]
fn every_fault_names_its_row_and_column() {
    let check = check(
        &table(&[
            ["1abc", "张三", "一队", "13812345678", "", "", ""],
            ["zhangsan", "", "", "12", "a@b", "未知", "主任"],
            ["lisi_1", "李四", "一队", "13812345678", "", "", ""],
            ["LISI_1", "李四", "一队", "13812345678", "", "", ""],
            ["ｌｉｓｉ＿１", "李四", "一队", "13812345678", "", "", ""],
            ["wangwu", "王五\u{202e}", "一队", "13812345678", "", "", ""],
        ]),
        &rules(true),
    );
    assert_eq!(
        faults(&check),
        [
            (2, "loginName", FieldText::LoginNameWrong),
            (
                3,
                "roleIds",
                FieldText::ImportRoleUnknown {
                    name: "主任".into()
                }
            ),
            (3, "email", FieldText::EmailWrong),
            (3, "phoneMobile", FieldText::MobileWrong),
            (3, "name", FieldText::RealNameMissing),
            (3, "sex", FieldText::SexWrong),
            (5, "loginName", FieldText::ImportNameTwice { row: 4 }),
            (6, "loginName", FieldText::LoginNameWrong),
            (6, "loginName", FieldText::ImportNameTwice { row: 4 }),
            (7, "name", FieldText::ControlCharacters),
        ]
    );
    assert_eq!((check.rows, check.users.len()), (6, 1));
}

#[test]
fn roles_beyond_the_own_ones_are_refused() {
    let rows = table(&[
        ["zhangsan", "张三", "一队", "13812345678", "", "", ""],
        ["lisi_1", "李四", "一队", "13812345678", "", "", "admin"],
        ["wangwu", "王五", "一队", "13812345678", "", "", "operator"],
    ]);
    let beyond = |name: &str| FieldText::ImportRoleBeyond { name: name.into() };
    let seen = check(&rows, &rules(false));
    assert_eq!(
        faults(&seen),
        [
            (3, "roleIds", beyond("admin")),
            (4, "roleIds", beyond("operator"))
        ]
    );
    // May give roles, and only those that hold no more than one's own.
    let limited = ImportRules {
        may_grant: true,
        ..rules(false)
    };
    assert_eq!(
        faults(&check(&rows, &limited)),
        [(3, "roleIds", beyond("admin"))]
    );
}

#[test]
fn columns_are_known_by_either_name_and_needed() {
    for column in ImportColumn::ALL {
        let (chinese, english) = column.headings();
        for heading in [
            chinese,
            english,
            column.field(),
            &column.heading(),
            &format!("*{chinese} "),
        ] {
            assert_eq!(ImportColumn::of_heading(heading), Some(column), "{heading}");
        }
    }
    let of = |head: &[&str]| faults(&check(&[row(1, head)], &rules(true)));
    assert_eq!(
        of(&["login name", "LOGINNAME", "工号"]),
        [
            (
                1,
                "loginName",
                FieldText::ImportColumnTwice {
                    column: "LOGINNAME".into()
                }
            ),
            (
                1,
                "",
                FieldText::ImportHeadingUnknown {
                    heading: "工号".into()
                }
            ),
            (
                1,
                "name",
                FieldText::ImportColumnMissing {
                    column: "真实姓名".into()
                }
            ),
        ]
    );
}

#[test]
fn formulas_and_what_is_no_text_are_refused() {
    let mut rows = table(&[["zhangsan", "张三", "一队", "13812345678", "", "", ""]]);
    rows[1].cells[1].1 = SheetCell::Formula;
    rows[1].cells[3].1 = SheetCell::Other;
    rows[1].cells.push((9, SheetCell::Text("?".into())));
    let seen = check(&rows, &rules(true));
    let told: Vec<_> = faults(&seen)
        .into_iter()
        .map(|(_, column, text)| (column, text))
        .collect();
    assert!(told.contains(&("name", FieldText::ImportFormula)));
    assert!(told.contains(&("phoneMobile", FieldText::ImportCellWrong)));
    assert!(told.contains(&(
        "",
        FieldText::ImportHeadingUnknown {
            heading: String::new()
        }
    )));
    assert!(seen.users.is_empty());
}

#[test]
fn names_that_somebody_has_are_refused_row_by_row_with_all_else_that_is_wrong() {
    let mut rows = table(&[
        ["ZhangSan", "张三", "一队", "13812345678", "", "", ""],
        ["lisi_1", "李四", "一队", "1", "", "", ""],
        ["wangwu", "王五", "一队", "1", "", "", ""],
    ]);
    let mut seen = check(&rows, &rules(true));
    let taken = ["zhangsan", "lisi_1"].map(str::to_owned);
    seen.refuse_taken(&HashSet::from(taken));
    assert_eq!(
        faults(&seen),
        [
            (2, "loginName", FieldText::LoginNameTaken),
            (3, "phoneMobile", FieldText::MobileWrong),
            (3, "loginName", FieldText::LoginNameTaken),
            (4, "phoneMobile", FieldText::MobileWrong),
        ]
    );
    rows.truncate(2);
    for number in 0..2000 {
        rows.push(row(number + 3, &["?", "张三", "一队", "13812345678"]));
    }
    let many = check(&rows, &rules(true)).faults;
    // Each name is wrong, and all but the first are twice there.
    assert_eq!((many.count, many.listed.len()), (3999, 3999));
}

#[test]
fn no_more_faults_are_named_than_a_sheet_has_rows() {
    let mut faults = Faults::default();
    for row in 0..=1_000_000 {
        faults.add(row, None, FieldText::SexWrong);
    }
    assert_eq!(faults.count, MAX_FAULTS + 1);
    assert_eq!(faults.listed.len(), MAX_FAULTS);
}

proptest! {
    #[test]
    fn whatever_is_taken_follows_the_rules_of_accounts(texts in proptest::collection::vec(proptest::collection::vec("\\PC{0,12}|[a-z_]{4,8}|1[3-9][0-9]{9}", 7), 0..6)) {
        let rows: Vec<[&str; 7]> = texts.iter().map(|row| std::array::from_fn(|at| row[at].as_str())).collect();
        let seen = check(&table(&rows), &rules(true));
        let mut names = HashSet::new();
        for user in &seen.users {
            prop_assert!(check_login_name(&user.login_name).is_ok());
            prop_assert!(names.insert(user.login_name.to_lowercase()));
            prop_assert!(!user.roles.is_empty());
            for field in PersonField::ALL {
                prop_assert!(field.check(field.text_in(&user.profile), crate::account::Required::Name).is_ok());
            }
        }
        prop_assert!(seen.users.len() <= seen.rows);
        prop_assert!(seen.faults.count > 0 || seen.users.len() == seen.rows);
    }
}
